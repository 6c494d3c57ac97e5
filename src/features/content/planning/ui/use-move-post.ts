import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, client } from '#src/client/client.ts';
import { refreshStudio } from '#src/features/content/studio/ui/content-posts.ts';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';
import { dayOf, daysBetween, moveByDays, type Day } from '../planning.rules.ts';
import type { CalendarPost } from '../planning.schema.ts';

type NewTime = { at: string; timeZone: string };

/** The time of a post in the zone in which it was chosen, otherwise in that of the screens. */
export function zoneOf({ timeZone }: Pick<CalendarPost, 'timeZone'>): string {
  return timeZone ?? screenTimeZone();
}

/** Identifies the version of a post on the page. */
export function versionKey({ id, version }: Pick<CalendarPost, 'id' | 'version'>): string {
  return `${id}:${version}`;
}

/** Moves posts of the calendar, with an undo, and moves the focus with them. */
export function useMovePost() {
  const queryClient = useQueryClient();
  /** The version of a post that receives the focus when it appears. */
  const moved = useRef<string | null>(null);

  async function send({ id, version }: { id: string; version: number }, json: NewTime) {
    const param = { id };
    try {
      return await call(client.api.posts[':id'].move.$post({ param, json: { ...json, version } }));
    } finally {
      void refreshStudio(queryClient);
    }
  }

  /** Moves a post to another time. @throws ApiError with the reason of a refusal */
  async function moveTo(post: CalendarPost, to: NewTime): Promise<void> {
    const result = await send(post, to);
    moved.current = versionKey(result);
    toastWithUndo({
      title: 'Post moved',
      description: formatInstant(to.at, 'zonedTime', to.timeZone),
      async undo() {
        const undone = await send(result, { at: post.at, timeZone: zoneOf(post) });
        moved.current = versionKey(undone);
      },
      undone: 'Post moved back',
    });
  }

  return {
    /** Focuses the post that was just moved, once it has appeared. */
    focusMoved() {
      const link = document.querySelector<HTMLElement>(`[data-version="${moved.current}"] a`);
      if (!link) return;
      moved.current = null;
      link.focus();
    },
    moveTo,
    /** Moves a post to another day, at the same time on the clock. */
    async moveToDay(post: CalendarPost, day: Day): Promise<void> {
      const days = daysBetween(dayOf(post.at, screenTimeZone()), day);
      if (days === 0) return;
      const timeZone = zoneOf(post);
      const at = moveByDays(post.at, days, timeZone).toISOString();
      await moveTo(post, { at, timeZone }).catch(({ message }: Error) =>
        toast.error('Post not moved', { description: message }),
      );
    },
  };
}

export type MovePost = ReturnType<typeof useMovePost>;
