import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { saveFile } from "../../../ui/save-file.ts";

/** Saves a list as a file; what went wrong is said (growth §8). */
export const download = async (asked: Promise<{ csv: string; fileName: string }>): Promise<void> => {
  try {
    const { csv, fileName } = await asked;
    saveFile(fileName, "text/csv;charset=utf-8", csv);
  } catch (error) {
    toast.error(messageOf(error));
  }
};
