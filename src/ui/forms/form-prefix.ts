/** Begins every id that React makes in the form of a public page, on the server and in the browser. */
export const FORM_PREFIX = 'form-';
