/** Prefix of all ids that React generates in a public form, equal on server and browser. */
export const FORM_PREFIX = 'form-';
