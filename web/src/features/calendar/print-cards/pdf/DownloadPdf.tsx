import Button from "@mui/material/Button";
import { useState } from "react";
import { toast } from "../../../../ui/feedback/toast.ts";
import { saveFile } from "../../../../ui/save-file.ts";
import type { Paper } from "../sheets/paper-sizes.ts";
import { failText } from "./fail-text.ts";

/** The sheets that are shown, as a file. What makes it is loaded when it is asked for. */
export const DownloadPdf = ({ title, paper, disabled }: { title: string; paper: Paper; disabled: boolean }) => {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { pdfOfSheets } = await import("./make-pdf.ts");
      const sheets = [...document.querySelectorAll<HTMLElement>("[data-sheet]")];
      saveFile(`${title}.pdf`, "application/pdf", await pdfOfSheets(title, sheets, paper));
    } catch (error) {
      toast.error(failText(error, navigator.onLine));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button disabled={disabled} loading={busy} onClick={() => void download()}>
      Download PDF
    </Button>
  );
};
