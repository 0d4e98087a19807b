import type { IntakePage } from "@leashline/proto/leashline/customer/v1/intake_page_service_pb.js";
import { type Faults, faultsOfAnswers } from "@leashline/proto/rules/intake-answers.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type FormEvent, useCallback, useState } from "react";
import { Attach } from "./answers/attach.ts";
import { calls, UNREACHED } from "./calls.ts";
import { FormFields } from "./FormFields.tsx";
import { useAnswers } from "./useAnswers.ts";
import { useDraft } from "./useDraft.ts";

const ON_ITS_WAY = "A file is still uploading. Wait until it has uploaded, then send the form.";

type Props = { formId: string; page: IntakePage; onSent: () => void };

/** The questions of a form, filled in and sent. */
export const FillForm = ({ formId, page, onSent }: Props) => {
  const { ticket } = page;
  const content = { ...page, agreementIds: [] };
  const { answers, problem, setProblem, write, done } = useAnswers(formId, ticket);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [arriving, setArriving] = useState(0);
  const [website, setWebsite] = useState("");
  const draft = useDraft(formId, ticket, content, answers, sent);
  const send = useCallback(
    async (file: File) => {
      setArriving((count) => count + 1);
      try {
        return await (await import("./file-api.ts")).attach(formId, ticket, file);
      } finally {
        setArriving((count) => count - 1);
      }
    },
    [formId, ticket],
  );
  const show = (faults: Faults, words: string) => {
    setProblem({ faults, words });
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]")?.scrollIntoView({ block: "center" }),
    );
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (arriving > 0) return show({}, ON_ITS_WAY);
    const found = Object.fromEntries(faultsOfAnswers(content, answers).map(({ path, reason }) => [path, reason]));
    if (Object.keys(found).length > 0) return show(found, "Some answers are missing or need a change.");
    setBusy(true);
    show({}, "");
    try {
      const wrong = await (await calls()).send(formId, ticket, answers, website);
      if (wrong) return show(wrong.faults, wrong.error);
      done();
      setSent(true);
      onSent();
    } catch {
      show({}, UNREACHED);
    } finally {
      setBusy(false);
    }
  };
  if (sent) return <Sent page={page} />;
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
      {page.welcome && <Typography sx={{ whiteSpace: "pre-line" }}>{page.welcome}</Typography>}
      <Attach value={send}>
        <FormFields
          content={content}
          weightUnit={page.weightUnit}
          country={page.country}
          answers={answers}
          faults={problem.faults}
          onChange={write}
        />
      </Attach>
      {page.agreementsToSign.length > 0 && (
        <Typography>
          Before your first visit you will be asked to sign: {page.agreementsToSign.join(", ")}. We send you the link by text or email once
          we have your form.
        </Typography>
      )}
      {draft && (
        <Typography role="status" color="textSecondary">
          Saved. You can also continue on another device: open this form there and choose “Started on another device?”.
        </Typography>
      )}
      <Box aria-hidden sx={{ position: "absolute", left: -9999 }}>
        <input tabIndex={-1} autoComplete="off" name="website" value={website} onChange={(event) => setWebsite(event.target.value)} />
      </Box>
      {problem.words && (
        <Box role="alert" sx={{ px: 2, py: 1.5, borderRadius: 1, bgcolor: "tone.bad.soft", color: "tone.bad.main" }}>
          {problem.words}
        </Box>
      )}
      <Button type="submit" variant="contained" color="primary" size="large" loading={busy}>
        Send form
      </Button>
    </Box>
  );
};

const Sent = ({ page }: { page: IntakePage }) => (
  <Box role="status" sx={{ display: "grid", gap: 1 }}>
    <Typography variant="h2">Thank you</Typography>
    <Typography sx={{ whiteSpace: "pre-line" }}>{page.thanks || `${page.businessName} has your form and will be in touch.`}</Typography>
  </Box>
);
