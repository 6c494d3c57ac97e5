import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { CreatePlanDialog } from '#src/features/money/plans/ui/plan-dialog.tsx';
import { formatCount } from '#src/lib/locale/counts.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents, formatNumber, formatPercent } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { TimeAgo } from '#src/ui/elements/time-ago.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import type { InfluencerDetail } from '../../influencer-records.schema.ts';
import { AgreementsPanel } from './agreements-panel.tsx';
import styles from './file-panels.module.css';

type PanelProps = { influencer: InfluencerDetail };

/** Plan, posts, public page, agreements and notes of an influencer. */
export function FilePanels({ influencer }: PanelProps) {
  return (
    <div className={styles.panels}>
      <PlanPanel influencer={influencer} />
      <PostsPanel influencer={influencer} />
      <PagePanel influencer={influencer} />
      <AgreementsPanel influencer={influencer} />
      <NotesPanel influencer={influencer} />
    </div>
  );
}

type Line = [label: string, value: ReactNode];

const Lines = ({ lines }: { lines: Line[] }) => (
  <dl className={styles.lines}>
    {lines.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const PlanCommission = ({ plan }: { plan: NonNullable<PanelProps['influencer']['plan']> }) => (
  <>
    {formatPercent(plan.commissionPercent)}
    {plan.plannedCommission &&
      `, ${formatPercent(plan.plannedCommission.percent)} from ${formatUtcDate(plan.plannedCommission.effectiveFrom)}`}
  </>
);

function PlanPanel({ influencer: { id, plan, priceCents } }: PanelProps) {
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Panel
      title="Plan and payouts"
      aside={
        <Link
          to="/influencers/edit/$id"
          params={{ id }}
          search={{ tab: 'payouts' }}
          className="touch-target"
        >
          Payouts
        </Link>
      }
    >
      {plan && priceCents !== null ? (
        <>
          <Lines
            lines={[
              ['Monthly price', formatCents(priceCents)],
              ['Commission', <PlanCommission key="commission" plan={plan} />],
            ]}
          />
          <Link
            to="/subscription-plans"
            search={{ plan: plan.id }}
            className={`touch-target ${styles.more}`}
          >
            Edit the plan
          </Link>
          <Link
            to="/subscription-plans"
            search={{ commission: plan.id }}
            className={`touch-target ${styles.more}`}
          >
            Change the commission
          </Link>
        </>
      ) : (
        <>
          <p className={styles.none}>No active plan: nobody can subscribe.</p>
          <Button
            variant="default"
            size="xs"
            radius="xl"
            className={styles.button}
            onClick={() => setIsCreating(true)}
          >
            Create Plan
          </Button>
        </>
      )}
      <CreatePlanDialog
        opened={isCreating}
        influencerId={id}
        onClose={() => setIsCreating(false)}
      />
    </Panel>
  );
}

function PostsPanel({ influencer: { id, postCount, posts } }: PanelProps) {
  const { lastAt, scheduledCount, nextAt } = posts;
  return (
    <Panel
      title="Posts"
      aside={
        <Link to="/content/new" className="touch-target">
          New Post
        </Link>
      }
    >
      <Lines
        lines={[
          ['Published', formatNumber(postCount)],
          ['Last post', lastAt ? <TimeAgo key="last" at={lastAt} /> : 'None yet'],
          [
            'Scheduled',
            nextAt ? `${formatNumber(scheduledCount)}, the next on ${formatTime(nextAt)}` : 'None',
          ],
        ]}
      />
      <Link to="/content" search={{ influencerId: id }} className={`touch-target ${styles.more}`}>
        All posts
      </Link>
    </Panel>
  );
}

function pageState({ isDraft, isSuspended, isActive }: InfluencerDetail): string {
  if (isDraft) return 'Not live yet';
  if (isSuspended) return 'Hidden while suspended';
  return isActive ? 'Shown' : 'Hidden';
}

function PagePanel({ influencer }: PanelProps) {
  const { id, publicUrl, pageAboutContent, bio } = influencer;
  return (
    <Panel
      title="Public page"
      aside={
        <Link
          to="/influencers/edit/$id"
          params={{ id }}
          search={{ tab: 'my-page' }}
          className="touch-target"
        >
          Edit and preview
        </Link>
      }
    >
      <Lines
        lines={[
          ['State', pageState(influencer)],
          ['Address', publicUrl ? `/${publicUrl}` : 'None'],
          ['About', pageAboutContent ? 'Written' : bio ? 'Shows the bio' : 'Empty'],
        ]}
      />
    </Panel>
  );
}

function NotesPanel({ influencer: { id, notes } }: PanelProps) {
  return (
    <Panel
      title="Notes"
      aside={
        <Link
          to="/influencers/edit/$id"
          params={{ id }}
          search={{ tab: 'notes' }}
          className="touch-target"
        >
          {notes.total > notes.rows.length ? `All ${formatCount(notes.total)} notes` : 'Add a note'}
        </Link>
      }
    >
      {notes.rows.length === 0 ? (
        <p className={styles.none}>No notes yet</p>
      ) : (
        <ul className={styles.notes}>
          {notes.rows.map(({ id: noteId, note, author, createdAt }) => (
            <li key={noteId}>
              <p dir="auto">{note}</p>
              <small>
                {author ?? 'Deleted user'} · <TimeAgo at={createdAt} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
