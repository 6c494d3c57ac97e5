/** The path to which a fan returns after paying: the posts of the influencer. */
export function checkoutSuccessPath(checkout: { id: string; influencerId: string }): string {
  return `/subscriptions/${checkout.influencerId}?checkout=success&checkoutId=${checkout.id}`;
}

/** The page that offers an influencer's subscription. */
export function subscribePath(publicUrl: string | null): string {
  return publicUrl ? `/marketplace/subscribe/${publicUrl}` : '/marketplace';
}
