/** The path to which a fan returns after paying. */
export function checkoutSuccessPath(checkoutId: string): string {
  return `/my-subscriptions?checkout=success&checkoutId=${checkoutId}`;
}

/** The page that offers an influencer's subscription. */
export function subscribePath(publicUrl: string | null): string {
  return publicUrl ? `/marketplace/subscribe/${publicUrl}` : '/marketplace';
}
