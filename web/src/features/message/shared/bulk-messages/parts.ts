import { later } from "../../../../ui/page/later.tsx";

export const BulkMessageDialog = later(async () => (await import("./BulkMessageDialog.tsx")).BulkMessageDialog, null);
