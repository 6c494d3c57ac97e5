import { z } from 'zod';
import { formatNumber } from '#src/lib/locale/numbers.ts';

/** Positions of the text on the hero image. */
export const HERO_ALIGNMENTS = ['top-center', 'center', 'bottom-center'] as const;

/** Labels of the public page's texts, in the form and in error messages. */
export const PAGE_LABELS = {
  pageThemeColor: 'Theme color',
  pageHeroTitle: 'Hero title',
  pageHeroSubtitle: 'Hero subtitle',
  pageHeroAlignment: 'Hero alignment',
  pageAboutTitle: 'About title',
  pageAboutContent: 'About content',
  pageWhySignupTitle: 'Why sign up title',
  pageWhySignupContent: 'Why sign up content',
} as const;
export type PageField = keyof typeof PAGE_LABELS;

/** Maximum length of each text. */
export const PAGE_LENGTHS = {
  pageHeroTitle: 120,
  pageHeroSubtitle: 500,
  pageAboutTitle: 120,
  pageAboutContent: 5_000,
  pageWhySignupTitle: 120,
  pageWhySignupContent: 5_000,
} as const satisfies Partial<Record<PageField, number>>;

/** An optional text of the page. */
const text = (field: keyof typeof PAGE_LENGTHS) => {
  const [label, most] = [PAGE_LABELS[field], PAGE_LENGTHS[field]];
  return z
    .string(`${label} must be text`)
    .trim()
    .max(most, `${label} must be at most ${formatNumber(most)} characters long`)
    .nullable()
    .transform((typed) => typed || null);
};

/** Texts and colour of an influencer's public page. Pictures are uploaded separately. */
export const pageFieldsSchema = z.object({
  /** Null: the platform's colour. */
  pageThemeColor: z
    .string('Theme color must be a color')
    .trim()
    .regex(/^(#[0-9a-f]{6})?$/i, 'Theme color must be # and six digits, such as #FFD700')
    .nullable()
    .transform((typed) => typed?.toUpperCase() || null),
  pageHeroTitle: text('pageHeroTitle'),
  pageHeroSubtitle: text('pageHeroSubtitle'),
  pageHeroAlignment: z.enum(HERO_ALIGNMENTS, 'Choose where the text appears'),
  pageAboutTitle: text('pageAboutTitle'),
  pageAboutContent: text('pageAboutContent'),
  pageWhySignupTitle: text('pageWhySignupTitle'),
  pageWhySignupContent: text('pageWhySignupContent'),
});
