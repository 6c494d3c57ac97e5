import { countryName } from '#src/lib/locale/countries.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import type { TextFact } from '#src/ui/page/facts.tsx';
import type { Performer } from '../performers.schema.ts';

/** The identity of a performer as labelled texts. */
export function identityFacts(performer: Performer): TextFact[] {
  const { legalGivenNames, legalSurname, aliases } = performer;
  return [
    ['Legal name', `${legalGivenNames} ${legalSurname}`],
    ['Known as', performer.fullName],
    ['Other names', aliases.join(', ') || 'None'],
    ['Date of birth', formatUtcDate(performer.dateOfBirth)],
    ['Country of residence', countryName(performer.country)],
  ];
}
