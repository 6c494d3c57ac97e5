import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DAY_MS } from '#src/lib/dates.ts';
import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { toWallTime } from '#src/lib/locale/wall-time.ts';
import { taskTemplatesQuery } from '../template-queries.ts';

type Filled = { title: string; description: string; dueDate: string | null; checklist: string };

/** Fills a new task from a template; hidden while there are none. */
export function TemplateField({ onChoose }: { onChoose: (filled: Filled) => void }) {
  const { data: templates = [] } = useQuery(taskTemplatesQuery);
  // A new list with each render would clear what is being typed.
  const options = useMemo(
    () => templates.map(({ id, name }) => ({ value: id, label: name })),
    [templates],
  );
  if (templates.length === 0) return null;
  return (
    <Select
      label="Template"
      placeholder="Start from a template"
      data={options}
      searchable
      nothingFoundMessage="No templates found"
      onChange={(id) => {
        const template = templates.find((each) => each.id === id);
        if (!template) return;
        const { title, description, dueDays } = template;
        const due = dueDays === null ? null : new Date(Date.now() + dueDays * DAY_MS);
        onChoose({
          title,
          description,
          dueDate: due && toWallTime(due, screenTimeZone()),
          checklist: template.checklist.join('\n'),
        });
      }}
    />
  );
}
