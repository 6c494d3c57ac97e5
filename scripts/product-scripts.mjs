/** The scripts that build and operate the product: they do without the packages of tests and checks. */
export const PRODUCT_SCRIPTS = [
  'audit-verify',
  'backup',
  'build',
  'demo',
  'dev',
  'doctor',
  'ledger-check',
  'migrate',
  'reseal',
  'reset-second-factor',
  'restore',
  'start',
  'storage-check',
].map((name) => `scripts/${name}.ts`);
