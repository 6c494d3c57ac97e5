import type { Rule, RuleTrigger } from '../automation.schema.ts';

const daysText = (days: number) => (days === 1 ? 'day' : `${days} days`);

/** What each trigger is called in a list of choices. */
export const TRIGGER_LABELS: Record<RuleTrigger, string> = {
  influencer_created: 'An influencer is created',
  no_post: 'An influencer hasn’t posted for some days',
  interval: 'Some days have passed, for each influencer',
  payment_failed: 'A fan’s payment has failed twice',
};

/** A rule as a sentence. */
export function ruleText({ trigger, days, tag, action, templateName, note }: Rule): string {
  const when: Record<RuleTrigger, string> = {
    influencer_created: 'When an influencer is created',
    no_post: `When an influencer has nothing scheduled and hasn’t posted for ${daysText(days ?? 1)}`,
    interval: `Every ${daysText(days ?? 1)}, for each influencer`,
    payment_failed: 'When a fan’s payment has failed twice',
  };
  const then =
    action === 'create_task'
      ? `create the task “${templateName ?? 'Unknown'}”.`
      : `add a note: “${note}”`;
  const condition = tag === null ? '' : `, if tagged “${tag}”`;
  return `${when[trigger]}${condition}, ${then}`;
}
