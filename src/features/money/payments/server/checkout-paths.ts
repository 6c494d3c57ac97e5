/** The path to which a fan returns after paying. */
export const checkoutSuccessPath = (checkoutId: string): string =>
  `/my-subscriptions?checkout=success&checkoutId=${checkoutId}`;

/** The page that offers an influencer's subscription. */
export const subscribePath = (publicUrl: string | null): string =>
  publicUrl ? `/marketplace/subscribe/${publicUrl}` : '/marketplace';
