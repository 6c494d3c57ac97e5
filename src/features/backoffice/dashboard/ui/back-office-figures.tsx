import { CircleDollarSign, FileUser, Heart, ListTodo, Mail, UsersRound } from 'lucide-react';
import { ANSWER_WITHIN_HOURS } from '#src/features/agency/applications/applications.rules.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { StatWarning, StatCard, StatCards } from '#src/ui/page/stat-card.tsx';
import { figureLabel } from '../dashboard.rules.ts';
import type { BackOfficeDashboard } from '../dashboard.schema.ts';

/** The back office's figures with explanations. */
export function BackOfficeFigures({ figures }: { figures: BackOfficeDashboard }) {
  return (
    <StatCards label="Figures">
      <ApplicationsCard applications={figures.applications} />
      <InfluencersCard people={figures.people} />
      <TasksCard tasks={figures.tasks} />
      <StatCard
        label="Active subscribers"
        icon={Heart}
        value={formatNumber(figures.activeSubscribers)}
        meaning="Active subscriptions to influencers you have access to. Paused, past-due and cancelled ones don’t count. New fans are accounts created since the first of this month (UTC)."
        to="/subscribers"
      >
        {figures.payments.issues > 0 && (
          <StatWarning>Payment issues: {figureLabel(figures.payments.issues)}</StatWarning>
        )}
        {figures.payments.refundsOwed > 0 && (
          <StatWarning>Refunds owed: {figureLabel(figures.payments.refundsOwed)}</StatWarning>
        )}
        <span>{figureLabel(figures.people.newFans)} new fans this month</span>
      </StatCard>
      <StatCard
        label="Estimated monthly revenue"
        icon={CircleDollarSign}
        value={formatCents(figures.estimatedMonthlyRevenueCents)}
        meaning="Active subscribers × the price each pays × (1 − commission ÷ 100), for all influencers you have access to. This is what they earn per month, before the merchant fee."
      />
      <StatCard
        label="Open messages"
        icon={Mail}
        value={figureLabel(figures.openMessages)}
        meaning="Messages from the contact form that haven’t been marked as answered."
        to="/inbox"
      />
    </StatCards>
  );
}

const ApplicationsCard = ({ applications }: Pick<BackOfficeDashboard, 'applications'>) => (
  <StatCard
    label="Pending applications"
    icon={FileUser}
    value={figureLabel(applications.pending)}
    meaning={`Applications waiting for an answer. After the promised ${ANSWER_WITHIN_HOURS} hours they count as overdue.`}
    to="/applications"
  >
    {applications.late > 0 && <StatWarning>{figureLabel(applications.late)} overdue</StatWarning>}
    <span>{figureLabel(applications.total)} total</span>
  </StatCard>
);

const InfluencersCard = ({ people }: Pick<BackOfficeDashboard, 'people'>) => (
  <StatCard
    label="Influencers"
    icon={UsersRound}
    value={figureLabel(people.influencers)}
    meaning="Influencers you have access to, including suspended ones, and the number of staff and admins."
    to="/influencers"
  >
    <span>{figureLabel(people.staff)} staff</span>
    <span>
      {figureLabel(people.admins)} {people.admins === 1 ? 'admin' : 'admins'}
    </span>
  </StatCard>
);

const TasksCard = ({ tasks }: Pick<BackOfficeDashboard, 'tasks'>) => (
  <StatCard
    label="Open tasks"
    icon={ListTodo}
    value={figureLabel(tasks.assigned + tasks.inProgress)}
    meaning="Tasks that are assigned or in progress. Overdue tasks are past their due date. Submitted tasks stay in review until they are closed."
    to="/tasks"
    search={{ status: 'open' }}
  >
    {tasks.overdue > 0 && <StatWarning>{figureLabel(tasks.overdue)} overdue</StatWarning>}
    <span>{figureLabel(tasks.toReview)} to review</span>
  </StatCard>
);
