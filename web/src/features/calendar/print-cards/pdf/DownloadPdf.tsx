import Button from "@mui/material/Button";
import { useState } from "react";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { saveFile } from "../../../../ui/save-file.ts";
import type { Paper } from "../sheets/paper-sizes.ts";

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
      toast.error(messageOf(error));
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
