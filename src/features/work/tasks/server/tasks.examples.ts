import type { TaskNotification } from '../task-notifications.schema.ts';
import type { Task, TaskCounts, TaskRow } from '../tasks.schema.ts';

export const VERSION_EXAMPLE = { id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11', version: 3 };

const ROW: TaskRow = {
  ...VERSION_EXAMPLE,
  title: 'Autumn picture set',
  status: 'completed',
  dueDate: '2026-12-01T20:00:00.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
  completedAt: '2026-11-28T16:30:00.000Z',
  closedAt: null,
  assignee: { id: '8f14e45f-ceea-467a-9575-1f3f0e7a2c22', fullName: 'Mara Voss' },
};

export const TASK_EXAMPLE: Task = {
  ...ROW,
  checklist: [
    { text: 'Twelve pictures', isDone: true },
    { text: 'One of them without a face', isDone: false },
  ],
  description: 'Twelve pictures in one colour family.',
  assignedBy: 'Lena Park',
  closedBy: null,
  submission: {
    notes: 'All twelve are in the folder.',
    method: 'Google Drive',
    customLink: null,
    url: 'https://drive.example.com/autumn',
    aiUse: null,
  },
  files: [],
  rounds: [],
  decisions: [],
};

const owner = { id: '0d7e9c34-8a2b-4a53-9a39-4f6f0b0c7a11', name: 'Lena Park' };

export const PAGE_EXAMPLE = {
  rows: [{ ...ROW, owner, progress: { done: 1, total: 2 }, tags: ['Autumn'] }],
  total: 1,
  previous: null,
  next: null,
};

export const COUNTS_EXAMPLE: TaskCounts = {
  all: 12,
  open: 5,
  overdue: 1,
  review: 2,
  assigned: 3,
  in_progress: 2,
  closed: 4,
  failed: 1,
  rejected: 0,
  cancelled: 0,
};

export const CSV_EXAMPLE = 'Title,Assignee,Status\r\nAutumn picture set,Mara Voss,Completed\r\n';

export const NOTIFICATION_EXAMPLE: TaskNotification = {
  id: '0b7c6d1e-93f1-4a53-8a8f-5c1b0f7e2d33',
  event: 'assigned',
  createdAt: '2026-11-20T10:00:00.000Z',
  isRead: false,
  task: { id: ROW.id, title: ROW.title, dueDate: ROW.dueDate },
};
