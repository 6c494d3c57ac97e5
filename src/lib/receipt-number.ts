/** The human-readable number of a payment: the first 48 bits of its id, as "3F2A-91BC-04D7". */
export function formatReceiptNumber(transactionId: string): string {
  return transactionId
    .replaceAll('-', '')
    .slice(0, 12)
    .toUpperCase()
    .replaceAll(/(.{4})(?=.)/g, '$1-');
}
