import { Link } from '@tanstack/react-router';
import { CalendarArrowUp, Sparkles, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { AI_LABEL_TEXTS } from '#src/features/content/publication-rule/ai-use.rules.ts';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { formatOnScreen, screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { isCovered, useRecordShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import type { CalendarPost } from '../planning.schema.ts';
import styles from './calendar-post.module.css';
import { versionKey } from './use-move-post.ts';

/** How the calendar's posts can be moved; null for an influencer, who only reads. */
export type MoveControls = {
  /** Focuses the post that was just moved, once it appears. */
  focusMoved: () => void;
  /** Opens the dialog for a date. */
  onChoose: (post: CalendarPost) => void;
  onDragStart: (post: CalendarPost) => void;
  onDragEnd: () => void;
};

const STATES = { draft: 'Draft', scheduled: 'Scheduled', published: 'Published', hidden: 'Hidden' };

type CalendarEntryProps = {
  post: CalendarPost;
  hasName: boolean;
  controls: MoveControls | null;
};

/** A post on a day of the calendar. Focused, M moves it. */
export function CalendarEntry({ post, hasName, controls }: CalendarEntryProps) {
  const root = useRef<HTMLDivElement>(null);
  const isMovable = controls !== null && post.state !== 'published' && post.state !== 'hidden';
  useRecordShortcuts({ m: isMovable ? () => controls.onChoose(post) : undefined }, root);
  const key = versionKey(post);
  useEffect(() => {
    // An open dialog holds the focus, and passes it on when it has closed.
    if (!isCovered(root.current)) controls?.focusMoved();
  }, [controls, key]);
  return (
    <div
      ref={root}
      className={styles.post}
      data-version={key}
      data-state={post.hasFailed ? 'failed' : post.isBlocked ? 'blocked' : post.state}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        controls?.onDragStart(post);
      }}
      onDragEnd={() => controls?.onDragEnd()}
    >
      <Content post={post} hasName={hasName} isLink={controls !== null} />
      {isMovable && (
        <button
          type="button"
          className={styles.move}
          aria-keyshortcuts="m"
          title="Move to… (M)"
          onClick={() => controls.onChoose(post)}
        >
          <CalendarArrowUp size={15} aria-hidden="true" />
          <span className="visually-hidden">Move {labelOf(post)} to…</span>
        </button>
      )}
    </div>
  );
}

function labelOf({ influencer, at, caption }: CalendarPost): string {
  const name = influencer?.fullName ?? 'No influencer yet';
  return `${name}, ${formatOnScreen(at, 'weekdayDay')}, ${formatOnScreen(at, 'clock')}${caption && `: ${caption}`}`;
}

type ContentProps = { post: CalendarPost; hasName: boolean; isLink: boolean };

function Content({ post, hasName, isLink }: ContentProps) {
  const { id, state, at, timeZone, caption, influencer, hasFailed, isBlocked, aiLabel } = post;
  const isElsewhere =
    timeZone !== null &&
    formatInstant(at, 'clock', timeZone) !== formatInstant(at, 'clock', screenTimeZone());
  const content = (
    <>
      <span className={styles.line}>
        {(hasFailed || isBlocked) && <TriangleAlert size={13} aria-hidden="true" />}
        <time dateTime={at}>{formatOnScreen(at, 'clock')}</time>
        {hasName && <b>{influencer?.fullName ?? 'No influencer yet'}</b>}
        <span className="visually-hidden">
          {hasFailed ? 'A file has failed' : isBlocked ? 'Blocked' : STATES[state]}
        </span>
      </span>
      <span className={styles.caption}>{caption || 'No caption yet'}</span>
      {aiLabel && (
        <span className={styles.ai}>
          <Sparkles size={12} aria-hidden="true" />
          {AI_LABEL_TEXTS[aiLabel]}
        </span>
      )}
      {isElsewhere && (
        <span className={styles.zone}>{formatInstant(at, 'zonedClock', timeZone)}</span>
      )}
    </>
  );
  if (!isLink) return <div className={styles.content}>{content}</div>;
  const target =
    state === 'draft'
      ? ({ to: '/content/new', search: { draft: id } } as const)
      : ({ to: '/content/edit/$id', params: { id } } as const);
  return (
    <Link {...target} className={styles.content} draggable={false} title={caption}>
      {content}
    </Link>
  );
}
