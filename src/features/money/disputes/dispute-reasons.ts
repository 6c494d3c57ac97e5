/** What people read for a provider's reason, such as `product_not_received`. */
export function reasonText(reason: string | null): string {
  if (!reason) return 'No reason reported';
  const text = reason.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
