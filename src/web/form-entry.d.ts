declare module 'virtual:form-entry' {
  /** The address of the script of forms; undefined in development. */
  const address: string | undefined;
  export default address;
}
