import type { Agency } from '#src/lib/agency.ts';
import { pageContext } from '#src/ui/page/page-context.ts';
import { Placeholder } from './legal-page.tsx';

/** A configured fact about the agency, or a placeholder in brackets while it is not configured. */
export function AgencyFact({ of, missing }: { of: keyof Agency; missing: string }) {
  return pageContext().agency?.[of] ?? <Placeholder>{missing}</Placeholder>;
}

export function AgencyName() {
  return <AgencyFact of="name" missing="legal name of the agency" />;
}

export function AgencyAddress() {
  return <AgencyFact of="address" missing="street address, city, state, ZIP" />;
}

export function AgencyPhone() {
  return <AgencyFact of="phone" missing="telephone" />;
}

/** The agency's email address as a link on its own line; nothing while it is not configured. */
export function AgencyEmailLine() {
  const email = pageContext().agency?.email;
  return (
    email && (
      <>
        <br />
        <a href={`mailto:${email}`}>{email}</a>
      </>
    )
  );
}
