/** Packages that the built server loads from node_modules: with native code, or files beside their code. */
export const LOADED_PACKAGES = ['node-av', 'pdfkit', 'sharp'];

/** Packages that the built server finds there by name, mostly for their files. */
export const FOUND_PACKAGES = [
  '@expo-google-fonts/inter',
  '@fontsource-variable/fraunces',
  '@fontsource-variable/inter',
  '@ip-location-db/geo-whois-asn-country-mmdb',
  'sonner',
  'stripe',
  'swagger-ui-dist',
];
