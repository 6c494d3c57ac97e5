export const APPLICATION_STATUSES = ['pending', 'accepted', 'rejected'] as const;

export const APPLICANT_CATEGORIES = [
  'Fashion & Beauty',
  'Fitness & Health',
  'Food & Cooking',
  'Travel',
  'Technology',
  'Gaming',
  'Lifestyle',
  'Business',
  'Education',
  'Entertainment',
] as const;

export const BRAND_PERSONALITIES = [
  'Authentic & Relatable',
  'Luxury & High-End',
  'Fun & Playful',
  'Professional & Serious',
  'Inspirational & Motivational',
  'Trendy & Fashionable',
] as const;
