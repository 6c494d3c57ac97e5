import { euVat, stdnum, type Validator } from 'stdnum';
import { countryName } from '#src/lib/locale/countries.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { TaxDetails } from '../tax-details.schema.ts';

const passesAny = (validators: Validator[] | undefined, number: string): boolean =>
  validators === undefined || validators.some((each) => each.validate(number).isValid);

const officialNumbers = (country: string): Validator[] | undefined =>
  stdnum[country] && Object.values(stdnum[country]);

type FieldError = { path: string; message: string };

/**
 * What is wrong with the numbers of tax details. A number of another country passes if it has the form
 * of any official number there: which one counts as the tax number differs between countries and
 * people. Countries that the library doesn't know pass.
 */
export function findTaxNumberErrors(details: TaxDetails): FieldError[] {
  if (details.form === 'w9') {
    return stdnum.US![details.tinKind]!.validate(details.tin).isValid
      ? []
      : [{ path: 'tin', message: 'This number doesn’t exist. Check each digit.' }];
  }
  const { tin, tinCountry, vatNumber, country } = details;
  const wrong = (path: string, where: string): FieldError => ({
    path,
    message: `This isn’t a number of ${countryName(where)}. Check each character.`,
  });
  return [
    ...(tin && !passesAny(officialNumbers(tinCountry), tin) ? [wrong('tin', tinCountry)] : []),
    ...(vatNumber && !passesAny(euVat[country], vatNumber) ? [wrong('vatNumber', country)] : []),
  ];
}

/** @throws DomainError 'invalid-input' with the fields */
export function checkTaxNumbers(details: TaxDetails): void {
  const errors = findTaxNumberErrors(details);
  const [first] = errors;
  if (first) throw new DomainError('invalid-input', first.message, errors);
}
