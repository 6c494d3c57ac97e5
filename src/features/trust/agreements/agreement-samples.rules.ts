import { fillTemplate } from './agreement-text.rules.ts';
import type { AgreementKind } from './agreements.schema.ts';

const SAMPLES: Record<AgreementKind, Record<string, string>> = {
  'creator-agreement': {
    legal_name: 'Marianne Valdecourt',
    known_as: 'Mara Vale',
    date_of_birth: 'Apr 12, 1994',
    agency: 'Velvet Rope',
    share: '80%',
    date: 'Nov 26, 2026',
  },
  'model-release': {
    legal_name: 'Marianne Valdecourt',
    date_of_birth: 'Apr 12, 1994',
    agency: 'Velvet Rope',
    influencer: 'Marlowe Vesperine',
    scopes: 'Subscribers, Public previews',
    period: 'Nov 1, 2026 to Dec 31, 2026',
    date: 'Nov 26, 2026',
  },
};

/** The text with invented names and dates. */
export function previewOf(kind: AgreementKind, text: string): string {
  return fillTemplate(text, SAMPLES[kind]);
}

/** With what the first version of a template starts. */
export const STARTING_TEXTS: Record<AgreementKind, string> = {
  'creator-agreement': `# Creator agreement
This agreement is made on {{date}} between {{agency}} (“the agency”) and {{legal_name}}, born {{date_of_birth}}, known as {{known_as}} (“the creator”).

# Content
The creator provides photos and videos for publication on the agency’s platform. The creator owns the content, or holds every right that its publication needs, and grants the agency the right to publish it to subscribers, to make it available for download, and to show previews of it.

# People in the content
The creator names everybody who is depicted before anything is published. Everybody depicted is at least 18 years old, was identified by the agency, and has agreed to the depiction, its publication and its download. Content without these is not published, and is removed if it was.

# Unlawful content
The creator provides nothing that is unlawful, and nothing that shows or suggests minors, violence or a lack of consent. The agency reviews content, may refuse or remove it, and handles complaints about it.

# Share
The creator receives {{share}} of each payment after the merchant fee, and a statement for each payout.

# Term
Either side may end this agreement with notice of 30 days. What was earned until then is paid. On request, the creator’s content is removed within seven days.`,
  'model-release': `# Model release
{{legal_name}}, born {{date_of_birth}}, agrees on {{date}} with {{agency}} to the following.

# Consent
I am at least 18 years old and have shown a valid ID document. I agree to be depicted in photos and videos of {{influencer}}, and to their publication and download: {{scopes}}. This covers posts with a day of publication in this period: {{period}}.

# Withdrawal
I may withdraw this consent at any time, without giving a reason. Every post that shows me and depends on it then goes offline.`,
};
