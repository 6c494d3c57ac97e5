import { z } from 'zod';
import { operations, signedIn } from '#src/platform/http/operation.ts';
import { exportData, type ExportServices } from './export-data.ts';

/** The download of one's own data. */
export function dataExportApi(services: ExportServices) {
  return operations([
    signedIn.get(
      '/api/account/export',
      {
        id: 'exportOwnData',
        summary: 'Download everything that is stored about you, as a ZIP archive',
        output: z.string(),
        produces: 'application/zip',
        errors: ['rate-limited'],
        example: 'PK…',
      },
      ({ actor }) => exportData(services, actor, actor),
    ),
  ]);
}
