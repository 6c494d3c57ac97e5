/** 'cancelled' is kept for tasks that earlier screens cancelled. */
export const TASK_STATUSES = [
  'assigned',
  'in_progress',
  'completed',
  'rejected',
  'failed',
  'cancelled',
] as const;

export const SUBMISSION_METHODS = ['WhatsApp', 'Google Drive', 'Email', 'Custom Link'] as const;
