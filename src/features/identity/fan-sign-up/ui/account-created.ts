/** The toast on the first page of a new fan. */
export const ACCOUNT_CREATED = {
  title: 'Account Created Successfully!',
  description: 'Welcome to Velvet Rope.',
};
