import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';

const DENIED = 'Permission Denied: ';

/** Shows why an action was refused; `failure` for other errors. */
export function toastRefusal(error: Error, failure: string): void {
  const isRefusal = error instanceof ApiError && error.problem.status < 500;
  if (isRefusal && error.message.startsWith(DENIED)) {
    toast.error('Permission Denied', { description: error.message.slice(DENIED.length) });
    return;
  }
  toast.error('Error', { description: isRefusal ? error.message : failure });
}
