import { messageOf } from "./feedback/call-errors.ts";
import { toast } from "./feedback/toast.ts";
import { saveFile } from "./save-file.ts";

/** A list as a file; what went wrong is said, and what does not fit into one file (growth §8). */
export const saveCsv = async (asked: Promise<{ csv: string; fileName: string; isCut?: boolean }>): Promise<void> => {
  try {
    const { csv, fileName, isCut } = await asked;
    saveFile(fileName, "text/csv;charset=utf-8", csv);
    if (isCut) toast.warning("There was more than fits into one file: rows at the end are missing. Narrow the list to get them.");
  } catch (error) {
    toast.error(messageOf(error));
  }
};
