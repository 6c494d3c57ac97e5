import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { countryOptions } from '#src/lib/locale/countries.ts';
import { SelectField } from '#src/ui/forms/field.tsx';
import { showErrorOnceRendered } from '#src/ui/forms/show-error.ts';
import { residenceQuery } from './invoices-queries.ts';

const COUNTRIES = countryOptions();

/** The fan's country, which a checkout asks for where the tax depends on it. */
export function useResidence() {
  const { data } = useQuery(residenceQuery);
  const [chosen, setChosen] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const country = chosen ?? data?.country ?? '';
  /** Runs with the country, or leads to the field if it is missing. */
  function withCountry(run: (country: string | undefined) => void) {
    const isComplete = !data?.isRequired || country !== '';
    setMissing(!isComplete);
    if (isComplete) run(country || undefined);
    // On phones the button stays in view while the field does not.
    else if (box.current) showErrorOnceRendered(box.current);
  }
  return { isRequired: data?.isRequired ?? false, country, setChosen, isMissing, box, withCountry };
}

/** Asks for the country where the fan lives, if the tax depends on it. */
export function ResidenceField({ residence }: { residence: ReturnType<typeof useResidence> }) {
  const { isRequired, country, setChosen, isMissing, box } = residence;
  if (!isRequired) return null;
  return (
    <div ref={box}>
      <SelectField
        label="Country where you live"
        hint="The price already includes your country’s tax."
        error={isMissing ? 'Choose the country where you live' : undefined}
        autoComplete="country"
        value={country}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        options={COUNTRIES}
        placeholder="Choose a country"
      />
    </div>
  );
}
