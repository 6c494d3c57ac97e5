import { Button, Modal, SegmentedControl, TextInput } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Eye } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { PageImages as PageImagesData } from '#src/features/content/page-images/page-images.schema.ts';
import { PageImages } from '#src/features/content/page-images/ui/page-images.tsx';
import {
  HERO_ALIGNMENTS,
  PAGE_LENGTHS,
} from '#src/features/identity/accounts/page-fields.schema.ts';
import { DEFAULT_THEME_COLOR } from '#src/features/storefront/influencer-page/ui/page-theme.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { EDIT_LABELS } from '../../edit-influencer.schema.ts';
import fields from './edit-fields.module.css';
import { fieldId, LongText, TextLine } from './edit-fields.tsx';
import styles from './edit-page-tab.module.css';
import { EditPreview } from './edit-preview.tsx';
import type { EditedInfluencer } from './use-edited-influencer.ts';

type TabProps = { edited: EditedInfluencer };
type PageTabProps = TabProps & { images: PageImagesData['images'] };

/** Texts, colour and pictures of the public page, beside a preview. */
export function PageTab({ edited, images }: PageTabProps) {
  const [visibleSection, setVisibleSection] = useState<string | null>(null);
  const [isOpen, { open, close }] = useDisclosure(false);
  const isPreviewBeside = useMediaQuery('(min-width: 75em)', false, {
    getInitialValueInEffect: false,
  });
  const preview = { influencerId: edited.base.id, values: edited.values, visibleSection };
  return (
    <div className={styles.desk}>
      <div className={styles.sections}>
        {!isPreviewBeside && (
          <Button
            variant="default"
            radius="xl"
            className={styles.open}
            leftSection={<Eye size={16} aria-hidden="true" />}
            onClick={open}
          >
            Preview
          </Button>
        )}
        <Sections edited={edited} images={images} onEditSection={setVisibleSection} />
      </div>
      {isPreviewBeside ? (
        <aside
          className={styles.beside}
          aria-label="Preview"
          data-bar={edited.changed.length > 0 || undefined}
        >
          <EditPreview {...preview} />
        </aside>
      ) : (
        <Modal
          opened={isOpen}
          onClose={close}
          fullScreen
          title="Preview"
          closeButtonProps={{ 'aria-label': 'Close' }}
          classNames={{ content: styles.window!, body: styles.windowBody! }}
        >
          <EditPreview {...preview} first="phone" />
        </Modal>
      )}
    </div>
  );
}

type SectionsProps = PageTabProps & { onEditSection: (section: string) => void };

function Sections({ edited, images, onEditSection }: SectionsProps) {
  const influencerId = edited.base.id;
  const about = (section: string, children: ReactNode) => (
    <div onFocusCapture={() => onEditSection(section)}>{children}</div>
  );
  return (
    <>
      {about('top', <ThemeColor edited={edited} />)}
      {about(
        'top',
        <PageImages
          influencerId={influencerId}
          slot="hero"
          title="Hero"
          hint="The first screen. The picture fills it, behind the title."
          images={images.hero}
        >
          <HeroFields edited={edited} />
        </PageImages>,
      )}
      {about(
        'about',
        <PageImages
          influencerId={influencerId}
          slot="about"
          title="About"
          hint="The first picture is also used on the card that links to the page."
          images={images.about}
        >
          <div className={fields.fields}>
            <Line edited={edited} field="pageAboutTitle" />
            <Story edited={edited} field="pageAboutContent" />
          </div>
        </PageImages>,
      )}
      {about(
        'sneak-peek',
        <PageImages
          influencerId={influencerId}
          slot="sneak-peek"
          title="Sneak peek"
          hint="A preview gallery that everyone can see before they subscribe."
          images={images['sneak-peek']}
        />,
      )}
      {about(
        'why',
        <PageImages
          influencerId={influencerId}
          slot="why-signup"
          title="Why sign up"
          hint="The reasons to subscribe, with pictures next to them."
          images={images['why-signup']}
        >
          <div className={fields.fields}>
            <Line edited={edited} field="pageWhySignupTitle" />
            <Story edited={edited} field="pageWhySignupContent" />
          </div>
        </PageImages>,
      )}
      {about(
        'ready',
        <PageImages
          influencerId={influencerId}
          slot="ready-background"
          title="Ready to get started"
          hint="Background of the final call to subscribe, at the bottom of the page."
          images={images['ready-background']}
        />,
      )}
    </>
  );
}

const COLOR = /^#[0-9a-f]{6}$/i;

function ThemeColor({ edited }: TabProps) {
  const typed = edited.values.pageThemeColor.trim();
  const change = (pageThemeColor: string) => edited.change({ pageThemeColor });
  return (
    <section className={styles.color} aria-labelledby="edit-look">
      <h2 id="edit-look">Appearance</h2>
      <TextInput
        id={fieldId('pageThemeColor')}
        label={EDIT_LABELS.pageThemeColor}
        description={`Used for the first screen and the buttons. Default: ${DEFAULT_THEME_COLOR}.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        placeholder={DEFAULT_THEME_COLOR}
        leftSectionPointerEvents="all"
        leftSection={
          <input
            type="color"
            className={styles.picker}
            aria-label="Choose the theme color"
            value={(COLOR.test(typed) ? typed : DEFAULT_THEME_COLOR).toLowerCase()}
            onChange={(event) => change(event.currentTarget.value.toUpperCase())}
          />
        }
        value={edited.values.pageThemeColor}
        error={edited.errors.pageThemeColor}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </section>
  );
}

const ALIGNMENTS = { 'top-center': 'Top', center: 'Center', 'bottom-center': 'Bottom' };

const HeroFields = ({ edited }: TabProps) => (
  <div className={fields.fields}>
    <Line edited={edited} field="pageHeroTitle" hint="Leave blank to use the full name." />
    <LongText
      edited={edited}
      field="pageHeroSubtitle"
      minRows={2}
      hint={counter(edited, 'pageHeroSubtitle')}
    />
    <div className={fields.wide} id={fieldId('pageHeroAlignment')} tabIndex={-1}>
      <p className={styles.label} id="edit-alignment">
        {EDIT_LABELS.pageHeroAlignment}
      </p>
      <SegmentedControl
        className={fields.segments}
        aria-labelledby="edit-alignment"
        data={HERO_ALIGNMENTS.map((value) => ({ value, label: ALIGNMENTS[value] }))}
        value={edited.values.pageHeroAlignment}
        onChange={(pageHeroAlignment) => edited.change({ pageHeroAlignment })}
      />
    </div>
  </div>
);

type TextProps = TabProps & { field: keyof typeof PAGE_LENGTHS; hint?: string };

const counter = ({ values }: EditedInfluencer, field: keyof typeof PAGE_LENGTHS) =>
  `${formatNumber(values[field].length)} / ${formatNumber(PAGE_LENGTHS[field])}`;

const Line = ({ edited, field, hint }: TextProps) => (
  <TextLine edited={edited} field={field} hint={hint ?? counter(edited, field)} />
);

const Story = ({ edited, field }: TextProps) => (
  <LongText edited={edited} field={field} minRows={5} hint={counter(edited, field)} />
);
