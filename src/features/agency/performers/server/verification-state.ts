import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { EXPIRY_WARNING_DAYS, type VerificationState } from '../verification.schema.ts';
import { performers } from './performers.table.ts';
import { performerVerifications } from './verification.table.ts';

/** The state of a performer, by the function that the rule of publication uses too. */
export function verificationStateOf(performerId: SQLWrapper): SQL<VerificationState> {
  return sql<VerificationState>`performer_verification_state(${performerId})`;
}

/** The last day of the ID document of a performer's newest confirmed check, YYYY-MM-DD. */
export function expiryOf(performerId: SQLWrapper): SQL<string | null> {
  return sql<string | null>`(
  select max(${performerVerifications.expiresOn})::text from ${performerVerifications}
  where ${performerVerifications.performerId} = ${performerId}
    and ${performerVerifications.status} = 'verified')`;
}

/** Whether a performer's ID document has expired or expires soon, and nobody checks a new one. */
export const expiresSoon: SQL<boolean> = sql<boolean>`(${performers.archivedAt} is null
  and ${expiryOf(performers.id)}::date < (now() at time zone 'UTC')::date + ${sql.raw(String(EXPIRY_WARNING_DAYS))}
  and ${verificationStateOf(performers.id)} in ('verified', 'expired')
  and not exists (select from ${performerVerifications}
    where ${performerVerifications.performerId} = ${performers.id}
      and ${performerVerifications.status} in ('started', 'checked')))`;

/** Since when a performer's check in progress exists. */
export function openCheckSince(performerId: SQLWrapper): SQL<Date | null> {
  return sql<Date | null>`(
  select ${performerVerifications.startedAt} from ${performerVerifications}
  where ${performerVerifications.performerId} = ${performerId}
    and ${performerVerifications.status} in ('started', 'checked'))`;
}

/** Whether a person of the team has to decide: about a check, or because a performer is under 18. */
export function waitsForTeam(userId: string): SQL<boolean> {
  return sql<boolean>`(${performers.underageFoundAt} is not null or exists (
    select from ${performerVerifications}
    where ${performerVerifications.performerId} = ${performers.id}
      and ${performerVerifications.status} = 'checked'
      and ${performerVerifications.checkedBy} is distinct from ${userId}::uuid))`;
}
