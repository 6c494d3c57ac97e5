import { Button, Tabs } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PageImages } from '#src/features/content/page-images/page-images.schema.ts';
import { ProfilePhoto } from '#src/features/content/page-images/ui/profile-photo.tsx';
import { PAGE_LABELS } from '#src/features/identity/accounts/page-fields.schema.ts';
import { PayeePanel } from '#src/features/money/payees/ui/payee-panel.tsx';
import { TaxPanel } from '#src/features/money/payees/ui/tax-panel.tsx';
import { PayoutsHistory } from '#src/features/money/payouts/ui/influencer-payouts.tsx';
import { UnsavedChangesPrompt } from '#src/ui/dialogs/unsaved-changes-dialog.tsx';
import { isCovered } from '#src/ui/elements/keyboard-shortcuts.ts';
import { showError } from '#src/ui/forms/show-error.ts';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import { useChosenTabInView } from '#src/ui/page/use-chosen-tab-in-view.ts';
import type { EditField, InfluencerRecord } from '../../edit-influencer.schema.ts';
import { EditConflict } from './edit-conflict.tsx';
import { EditDeleted } from './edit-deleted.tsx';
import { fieldId } from './edit-fields.tsx';
import styles from './edit-influencer-page.module.css';
import type { EditTab } from './edit-influencer-query.ts';
import { editInfluencerSearchSchema } from './edit-influencer-query.ts';
import { useNoteForm } from './edit-notes-form.tsx';
import { EditNotes } from './edit-notes.tsx';
import { PageTab } from './edit-page-tab.tsx';
import { ProfileFields } from './edit-profile-tab.tsx';
import { SaveBar } from './edit-save-bar.tsx';
import { useEditedInfluencer } from './use-edited-influencer.ts';

const route = getRouteApi('/_app/influencers/edit/$id');

const findTab = (field: EditField): EditTab => (field in PAGE_LABELS ? 'my-page' : 'profile');

type FormProps = PageImages & { opened: InfluencerRecord };

/** The tabs of an influencer. Input is retained when switching tabs. */
export function EditInfluencerForm({ opened, publicUrl, images }: FormProps) {
  const {
    tab = 'profile',
    field,
    after,
    before,
  } = useCheckedSearch(route, editInfluencerSearchSchema);
  const navigate = route.useNavigate();
  const note = useNoteForm({ kind: 'influencers', id: opened.id });
  const [wrong, setWrong] = useState<{ field: EditField } | null>(field ? { field } : null);
  const show = (search: {
    tab?: EditTab;
    after?: string | undefined;
    before?: string | undefined;
  }) => navigate({ search, replace: true, resetScroll: false });
  // Adds a history entry, so that Back opens the previous tab.
  const openTab = (to: EditTab) =>
    void navigate({ search: { tab: to === 'profile' ? undefined : to }, resetScroll: false });

  useEffect(() => {
    if (wrong && findTab(wrong.field) === tab)
      showError(document.getElementById(fieldId(wrong.field)));
  }, [wrong, tab]);

  const edited = useEditedInfluencer({
    opened,
    onWrong(field) {
      if (findTab(field) !== tab) void show({ tab: findTab(field) });
      setWrong({ field });
    },
  });
  const row = useChosenTabInView(tab);
  const isForm = tab === 'profile' || tab === 'my-page';
  useHotkeys([['mod+Enter', () => void (isForm && !isCovered(null) && edited.save())]], []);

  const leaving = (
    <UnsavedChangesPrompt
      isUnsaved={() => edited.changed.length > 0 || note.isUnsaved}
      text="What you typed about this influencer will be lost."
    />
  );
  if (edited.conflict?.kind === 'deleted') {
    return (
      <>
        <EditDeleted edited={edited} note={note.values.text} />
        {leaving}
      </>
    );
  }
  const { id } = opened;
  const name = edited.base.fullName.trim() || 'Unknown';
  return (
    <>
      <BackLink to="/influencers/$id" params={{ id }} className={styles.back}>
        Overview
      </BackLink>
      <Head name={name} publicUrl={publicUrl} />
      <EditConflict edited={edited} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => openTab(chosen as EditTab)}
        classNames={{ list: styles.tabs!, panel: styles.panel! }}
      >
        <Tabs.List ref={row} aria-label={`Sections of ${name}`}>
          <Tabs.Tab value="profile">Profile</Tabs.Tab>
          <Tabs.Tab value="my-page">My Page</Tabs.Tab>
          <Tabs.Tab value="payouts">Payouts History</Tabs.Tab>
          <Tabs.Tab value="notes">Notes</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          <ProfilePhoto
            influencerId={id}
            fullName={name}
            photo={images['profile-photo'][0]}
            hint={photoHint(images)}
          />
          <ProfileFields edited={edited} />
        </Tabs.Panel>
        <Tabs.Panel value="my-page">
          <PageTab edited={edited} images={images} />
        </Tabs.Panel>
        <Tabs.Panel value="payouts">
          <PayeePanel influencerId={id} />
          <TaxPanel influencerId={id} />
          <PayoutsHistory
            influencerId={id}
            position={{ after, before }}
            onPosition={(position) => void show({ tab, ...position })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="notes">
          <EditNotes person={{ kind: 'influencers', id }} draft={note} />
        </Tabs.Panel>
      </Tabs>
      <SaveBar edited={edited} onSave={() => void edited.save()} />
      {leaving}
    </>
  );
}

const photoHint = (images: PageImages['images']) =>
  images.about.length > 0
    ? 'Cards show the first About picture instead.'
    : 'Shown on cards, and on the page if About has no picture.';

type HeadProps = { name: string; publicUrl: string | null };

const Head = ({ name, publicUrl }: HeadProps) => (
  <PageHead
    title={name}
    subtitle={publicUrl ? `/${publicUrl}` : 'Visitors can’t see this page right now.'}
  >
    {publicUrl && (
      <Button
        component="a"
        href={`/${publicUrl}`}
        target="_blank"
        rel="noopener"
        variant="default"
        radius="xl"
        rightSection={<ExternalLink size={16} aria-hidden="true" />}
      >
        View public page
        <span className="visually-hidden"> (in a new tab)</span>
      </Button>
    )}
  </PageHead>
);
