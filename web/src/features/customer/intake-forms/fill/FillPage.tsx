import type { IntakePage } from "@leashline/proto/leashline/customer/v1/intake_page_service_pb.js";
import { type Answers, type Faults, faultsLeft, faultsOfAnswers } from "@leashline/proto/rules/intake-answers.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type FormEvent, lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useTitle } from "../../../../ui/page/title.ts";
import { Attach } from "./attach.ts";
import { FillFrame } from "./FillFrame.tsx";
import { FormFields } from "./FormFields.tsx";
import { forget, type Kept, keep, readKept } from "./kept.ts";
import { useDraft } from "./useDraft.ts";

const GoOn = lazy(() => import("./GoOn.tsx"));
const calls = () => import("./fill-api.ts");
const UNREACHED = "We couldn’t connect. Check your internet connection and try again.";

/** /intake-form?formId={uuid}: where anybody fills in a form. What was typed stays on the device until it is sent. */
const FillPage = () => {
  const [search] = useSearchParams();
  const formId = search.get("formId") ?? "";
  const [page, setPage] = useState<IntakePage>();
  const [error, setError] = useState("");
  const [begun, setBegun] = useState(0);
  useTitle(page?.title ?? "Intake form");
  const goOn = (kept: Kept) => {
    keep(formId, kept);
    setPage(undefined);
    setBegun(begun + 1);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was begun elsewhere opens the page anew
  useEffect(() => {
    let gone = false;
    calls()
      .then(({ openPage }) => openPage(formId, readKept(formId)?.ticket ?? ""))
      .then((opened) => !gone && (opened.page ? setPage(opened.page) : setError(opened.error)))
      .catch(() => !gone && setError(UNREACHED));
    return () => {
      gone = true;
    };
  }, [formId, begun]);
  return (
    <FillFrame page={page} error={error}>
      {page && !readKept(formId) && <Elsewhere formId={formId} onOpened={goOn} />}
      {page && <Form key={`${page.ticket} ${begun}`} formId={formId} page={page} />}
    </FillFrame>
  );
};

/** For whoever began on another device. */
const Elsewhere = ({ formId, onOpened }: { formId: string; onOpened: (kept: Kept) => void }) => {
  const [open, setOpen] = useState(false);
  return (
    <Box sx={{ mb: 2 }}>
      {open ? (
        <Suspense>
          <GoOn formId={formId} onOpened={onOpened} />
        </Suspense>
      ) : (
        <Button variant="text" onClick={() => setOpen(true)}>
          Started on another device? Continue here
        </Button>
      )}
    </Box>
  );
};

const Form = ({ formId, page }: { formId: string; page: IntakePage }) => {
  const { ticket } = page;
  const content = { ...page, agreementIds: [] };
  const [answers, setAnswers] = useState<Answers>(() => readKept(formId)?.answers ?? { owner: {}, pets: [{}] });
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [website, setWebsite] = useState("");
  const draft = useDraft(formId, ticket, content, answers, sent);
  const send = useCallback(async (file: File) => (await import("./file-api.ts")).attach(formId, ticket, file), [formId, ticket]);
  const write = (next: Answers) => {
    setAnswers(next);
    const left = faultsLeft(faults, answers, next);
    setFaults(left);
    if (Object.keys(left).length === 0) setError("");
    keep(formId, { ticket, answers: next });
  };
  const show = (found: Faults, words: string) => {
    setFaults(found);
    setError(words);
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]")?.scrollIntoView({ block: "center" }),
    );
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = Object.fromEntries(faultsOfAnswers(content, answers).map(({ path, reason }) => [path, reason]));
    if (Object.keys(found).length > 0) return show(found, "Some answers are missing or need a change.");
    setBusy(true);
    show({}, "");
    try {
      const wrong = await (await calls()).send(formId, ticket, answers, website);
      if (wrong) return show(wrong.faults, wrong.error);
      forget(formId);
      setSent(true);
    } catch {
      show({}, UNREACHED);
    } finally {
      setBusy(false);
    }
  };
  if (sent)
    return (
      <Box role="status" sx={{ display: "grid", gap: 1 }}>
        <Typography variant="h2">Thank you</Typography>
        <Typography sx={{ whiteSpace: "pre-line" }}>{page.thanks || `${page.businessName} has your form and will be in touch.`}</Typography>
      </Box>
    );
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
      {page.welcome && <Typography sx={{ whiteSpace: "pre-line" }}>{page.welcome}</Typography>}
      <Attach value={send}>
        <FormFields content={content} weightUnit={page.weightUnit} answers={answers} faults={faults} onChange={write} />
      </Attach>
      {draft && (
        <Typography role="status" color="textSecondary">
          Saved. You can also continue on another device: open this form there and choose “Started on another device?”.
        </Typography>
      )}
      <Box aria-hidden sx={{ position: "absolute", left: -9999 }}>
        <input tabIndex={-1} autoComplete="off" name="website" value={website} onChange={(event) => setWebsite(event.target.value)} />
      </Box>
      {error && (
        <Box role="alert" sx={{ px: 2, py: 1.5, borderRadius: 1, bgcolor: "tone.bad.soft", color: "tone.bad.main" }}>
          {error}
        </Box>
      )}
      <Button type="submit" variant="contained" color="primary" size="large" loading={busy}>
        Send form
      </Button>
    </Box>
  );
};

export default FillPage;
