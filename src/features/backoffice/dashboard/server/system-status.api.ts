import { as, operations } from '#src/platform/http/operation.ts';
import type { Log } from '#src/platform/log/log.ts';
import { systemStatusSchema } from '../system-status.schema.ts';
import { prepareSystemChecks, type Dependencies } from './system-checks.ts';
import { createSystemStatus } from './system-status.ts';

/** The state of everything that the platform depends on. */
export function systemStatusApi(services: Dependencies & { log: Log }) {
  const readStatus = createSystemStatus({
    checks: prepareSystemChecks(services),
    log: services.log,
  });
  return operations([
    as('admin', 'staff').get(
      '/api/system-status',
      {
        id: 'getSystemStatus',
        summary:
          'Check database, storage, mail, jobs, backups, payments and ledger; results are cached for 15 seconds',
        output: systemStatusSchema,
        example: {
          checkedAt: '2026-11-21T09:30:00.000Z',
          parts: [{ part: 'database', state: 'ok', text: 'Responds in 0.4 ms' }],
        },
      },
      () => readStatus(),
    ),
  ]);
}
