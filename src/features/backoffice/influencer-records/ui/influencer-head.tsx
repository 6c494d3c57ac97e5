import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleCheck, CirclePause, ExternalLink, Pencil, Scale, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DeleteUserDialog } from '#src/features/backoffice/users/ui/delete-user-dialog.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { OwnerSelect } from '#src/features/identity/colleagues/ui/owner-select.tsx';
import { RecordTags } from '#src/features/identity/tags/ui/record-tags.tsx';
import { AddCorrectionDialog } from '#src/features/money/corrections/ui/add-correction-dialog.tsx';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { abbreviateCount } from '#src/lib/text.ts';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import type { InfluencerDetail } from '../influencer-records.schema.ts';
import { Category, nameOfInfluencer } from './influencer-columns.tsx';
import styles from './influencer-detail.module.css';
import { InfluencerStatus } from './influencer-status.tsx';
import { ASSIGN_INFLUENCERS, TAGGED_INFLUENCERS } from './record-queries.ts';
import { SuspendInfluencerDialog } from './suspend-influencer-dialog.tsx';
import { useAccountState } from './use-account-state.ts';

type HeadProps = { influencer: InfluencerDetail };

/** Name, state, figures and actions of an influencer. */
export function InfluencerHead({ influencer }: HeadProps) {
  return (
    <>
      <header className={styles.head}>
        <PublicImage
          image={influencer.image}
          name={nameOfInfluencer(influencer)}
          alt=""
          sizes="6.5rem"
          aspect={1}
          eager
          className={styles.portrait}
        />
        <div className={styles.name}>
          <h1 dir="auto">{nameOfInfluencer(influencer)}</h1>
          <p className={styles.marks}>
            <InfluencerStatus
              status={influencer.isSuspended ? 'suspended' : 'active'}
              isActive={influencer.isActive}
              isDraft={influencer.isDraft}
              invitedAt={influencer.invitedAt}
            />
            {influencer.contentCategory && <Category name={influencer.contentCategory} />}
            <PublicPage influencer={influencer} />
          </p>
          <div className={styles.team}>
            <OwnerSelect id={influencer.id} owner={influencer.owner} assign={ASSIGN_INFLUENCERS} />
            <RecordTags id={influencer.id} tags={influencer.tags} tagged={TAGGED_INFLUENCERS} />
          </div>
        </div>
        <Actions influencer={influencer} />
      </header>
      <Figures influencer={influencer} />
    </>
  );
}

function PublicPage({ influencer: { publicUrl, isActive, isDraft, isSuspended } }: HeadProps) {
  if (!publicUrl) return <span className={styles.soft}>No public page</span>;
  if (!isActive || isDraft || isSuspended) return <span className={styles.soft}>/{publicUrl}</span>;
  return (
    <a
      href={`/${publicUrl}`}
      target="_blank"
      rel="noopener"
      className={`touch-target ${styles.publicPage}`}
    >
      /{publicUrl} <ExternalLink size={14} aria-hidden="true" />
      <span className="visually-hidden"> (public page, in a new tab)</span>
    </a>
  );
}

function Actions({ influencer }: HeadProps) {
  const { id, isSuspended } = influencer;
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState<'suspend' | 'delete' | null>(null);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { mutate, isPending } = useAccountState();
  const session = useSession();
  return (
    <div className={styles.actions}>
      <Button
        radius="xl"
        leftSection={<Pencil size={16} aria-hidden="true" />}
        renderRoot={(props) => <Link to="/influencers/edit/$id" params={{ id }} {...props} />}
      >
        Edit
      </Button>
      {isSuspended ? (
        <Button
          variant="default"
          radius="xl"
          loading={isPending}
          leftSection={<CircleCheck size={16} aria-hidden="true" />}
          onClick={() => mutate({ id, action: 'activate' })}
        >
          Activate
        </Button>
      ) : (
        <Button
          variant="default"
          radius="xl"
          leftSection={<CirclePause size={16} aria-hidden="true" />}
          onClick={() => setConfirming('suspend')}
        >
          Suspend
        </Button>
      )}
      <Button
        variant="default"
        radius="xl"
        leftSection={<Scale size={16} aria-hidden="true" />}
        onClick={() => setIsCorrecting(true)}
      >
        Add Correction
      </Button>
      {!session?.isLimited && (
        <Button
          variant="default"
          radius="xl"
          className={styles.delete}
          leftSection={<Trash2 size={16} aria-hidden="true" />}
          onClick={() => setConfirming('delete')}
        >
          Delete
        </Button>
      )}
      <AddCorrectionDialog
        about={isCorrecting ? { influencerId: id } : null}
        onClose={() => setIsCorrecting(false)}
      />
      <SuspendInfluencerDialog
        influencer={confirming === 'suspend' ? influencer : null}
        onClose={() => setConfirming(null)}
      />
      <DeleteUserDialog
        kind="influencer"
        user={confirming === 'delete' ? influencer : null}
        onClose={() => setConfirming(null)}
        onDeleted={() => void navigate({ to: '/influencers' })}
      />
    </div>
  );
}

function Figures({ influencer }: HeadProps) {
  const { money, growth, subscriberCount } = influencer;
  const followers =
    influencer.instagramFollowers + influencer.tiktokFollowers + influencer.youtubeSubscribers;
  const figures: [label: string, value: string, note?: string][] = [
    ['Share this month', formatCents(money.monthCents), 'After fees, commission and refunds'],
    ['Share in total', formatCents(money.lifetimeCents)],
    ['Open balance', formatCents(money.openCents), 'In no payout yet'],
    [
      'Active subscribers',
      formatNumber(subscriberCount),
      `${formatNumber(growth.gained)} gained, ${formatNumber(growth.lost)} lost this month`,
    ],
    ['Followers', abbreviateCount(followers)],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([label, value, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
