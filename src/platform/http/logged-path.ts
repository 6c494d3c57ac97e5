/** The path of a request for logs and the audit trail: without the secret that ends some webhooks' addresses. */
export function loggedPath(path: string): string {
  return path.replace(/^(\/webhooks\/[^/]+\/).+/, '$1…');
}
