import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Circle, CircleCheck, Rocket } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call, client } from '#src/client/client.ts';
import { refreshInfluencers } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { toastRefusal } from '#src/features/backoffice/users/ui/refusal-toast.ts';
import { CreatePlanDialog } from '#src/features/money/plans/ui/plan-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import type { EditField } from '../../edit-influencer.schema.ts';
import {
  GO_LIVE_LABELS,
  listMissingSteps,
  listSteps,
  type GoLiveStep,
} from '../../go-live.rules.ts';
import type { InfluencerDetail } from '../../influencer-records.schema.ts';
import type { EditTab } from '../edit/edit-influencer-query.ts';
import { nameOfInfluencer } from '../influencer-columns.tsx';
import styles from './go-live-checklist.module.css';

const STEPS: Record<GoLiveStep, { label: string; text: string }> = {
  'date-of-birth': { label: 'Date of birth', text: 'Influencers are at least 18.' },
  category: { label: 'Category', text: 'Fans filter the marketplace by it.' },
  photo: { label: 'Photo', text: 'A profile photo, or a picture of About.' },
  page: { label: 'Public page', text: 'Its address, and a text for About or a bio.' },
  agreement: { label: 'Creator agreement', text: 'Signed by the influencer and by an admin.' },
  'tax-details': {
    label: 'Tax details',
    text: 'Without confirmed ones, no payout is sent.',
  },
  plan: { label: 'Subscription plan', text: 'The price, in an active plan.' },
  'first-post': { label: 'First post', text: 'Fans see how many posts await them.' },
};

type ChecklistProps = { influencer: InfluencerDetail };

/** What a draft needs before going live, each with the place where it is added. */
export function GoLiveChecklist({ influencer }: ChecklistProps) {
  const steps = listSteps(influencer);
  const missing = listMissingSteps(influencer, new Date(useNow()));
  return (
    <Panel
      title="Before going live"
      aside={
        <span className={styles.count}>
          {steps.length - missing.length} of {steps.length} done
        </span>
      }
    >
      <p className={styles.intro}>
        {nameOfInfluencer(influencer)} is a draft: visitors, fans and search engines don’t see them,
        and nobody can subscribe.
      </p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={step} step={step} isDone={!missing.includes(step)} influencer={influencer} />
        ))}
      </ol>
      <GoLive influencer={influencer} missing={missing} />
    </Panel>
  );
}

type StepProps = ChecklistProps & { step: GoLiveStep; isDone: boolean };

function Step({ step, isDone, influencer }: StepProps) {
  const { label, text } = STEPS[step];
  const Icon = isDone ? CircleCheck : Circle;
  const content = (
    <>
      <Icon size={20} aria-hidden="true" />
      <span className={styles.text}>
        <strong>
          {label}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </strong>
        {!isDone && <span>{text}</span>}
      </span>
      {!isDone && <ChevronRight size={16} aria-hidden="true" />}
    </>
  );
  return (
    <li data-done={isDone || undefined}>
      {isDone ? (
        <div className={styles.step}>{content}</div>
      ) : (
        <Mend step={step} influencer={influencer}>
          {content}
        </Mend>
      )}
    </li>
  );
}

type Place = { tab?: EditTab; field?: EditField };

/** Where the edit screen adds a step; the others are not on it. */
const EDIT_PLACES: Partial<Record<GoLiveStep, Place>> = {
  'date-of-birth': { field: 'dateOfBirth' },
  category: { field: 'contentCategory' },
  photo: {},
  'tax-details': { tab: 'payouts' },
};

function editPlaceOf(step: GoLiveStep, { publicUrl }: InfluencerDetail): Place | undefined {
  if (step !== 'page') return EDIT_PLACES[step];
  return publicUrl ? { tab: 'my-page', field: 'pageAboutContent' } : { field: 'publicUrl' };
}

type MendProps = ChecklistProps & { step: GoLiveStep; children: ReactNode };

/** Leads to where a step is done. */
function Mend({ step, influencer, children }: MendProps) {
  const { id } = influencer;
  const [isOpen, setIsOpen] = useState(false);
  const place = editPlaceOf(step, influencer);
  if (place) {
    return (
      <Link to="/influencers/edit/$id" params={{ id }} search={place} className={styles.step}>
        {children}
      </Link>
    );
  }
  if (step === 'agreement') {
    return (
      <Link to="/agreements/missing" className={styles.step}>
        {children}
      </Link>
    );
  }
  if (step === 'first-post') {
    return (
      <Link to="/content/new" className={styles.step}>
        {children}
      </Link>
    );
  }
  return (
    <>
      <button type="button" className={styles.step} onClick={() => setIsOpen(true)}>
        {children}
      </button>
      <CreatePlanDialog opened={isOpen} influencerId={id} onClose={() => setIsOpen(false)} />
    </>
  );
}

type GoLiveProps = ChecklistProps & { missing: GoLiveStep[] };

function GoLive({ influencer, missing }: GoLiveProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(client.api.influencers[':id']['go-live'].$post({ param: { id: influencer.id } })),
    onSuccess: () =>
      toast.success('Success', { description: `${nameOfInfluencer(influencer)} is live.` }),
    onError: (error) => toastRefusal(error, 'Failed to go live'),
    // Also after a refusal, which reports a change made elsewhere.
    onSettled: () => refreshInfluencers(queryClient),
  });
  return (
    <div className={styles.goLive}>
      <Button
        radius="xl"
        loading={isPending}
        leftSection={<Rocket size={16} aria-hidden="true" />}
        aria-describedby="go-live-missing"
        onClick={() => mutate()}
      >
        Go live
      </Button>
      <p id="go-live-missing">
        {missing.length === 0
          ? 'Everything is ready. Going live can’t be undone, but you can hide the page.'
          : `Still missing: ${missing.map((step) => GO_LIVE_LABELS[step]).join(', ')}.`}
      </p>
    </div>
  );
}
