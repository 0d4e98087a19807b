import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  BookingQuestionService,
  type GetBookingQuestionsResponse,
  QuestionSubject,
} from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useCallback } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { Icon } from "../../../ui/icons.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { QuestionCard } from "./QuestionCard.tsx";
import { newRow, questionOf, type Row, rowOf } from "./question-rows.ts";

/** /online_booking/new_settings/questions: what clients are asked when they book. */
const BookingQuestions = () => {
  const found = useQuery(BookingQuestionService.method.getBookingQuestions, {});
  return (
    <SettingsFrame title="Booking questions" back="/online_booking/settings" maxWidth={860}>
      {found.data ? (
        <Form key={found.data.version} known={found.data} onSaved={() => void found.refetch()} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <FormSkeleton fields={6} />
      )}
    </SettingsFrame>
  );
};

export type Values = { rows: Row[] };
const MOST = 60;

const Form = ({ known, onSaved }: { known: GetBookingQuestionsResponse; onSaved: () => void }) => {
  const update = useMutation(BookingQuestionService.method.saveBookingQuestions, { meta: { success: "Questions saved" } });
  const form = useForm<Values>({ defaultValues: { rows: known.questions.map(rowOf) } });
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: "rows", keyName: "id" });
  const onSave = useCallback(
    async ({ rows }: Values) => {
      await update.mutateAsync({ questions: rows.map(questionOf), version: known.version });
      onSaved();
    },
    [update.mutateAsync, known.version, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const about = (subject: QuestionSubject) =>
    fields.flatMap((field, at) => (field.subject === String(subject) ? [{ id: field.id, at }] : []));
  const list = (subject: QuestionSubject) => {
    const own = about(subject);
    return own.map(({ id, at }, place) => (
      <QuestionCard
        key={id}
        form={form}
        at={at}
        place={place}
        count={own.length}
        onMove={(_, to) => move(at, own[to]?.at ?? at)}
        onRemove={() => remove(at)}
      />
    ));
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Typography color="textSecondary">
        Once you save, clients are asked all of this when they book. Who they are is only known after they sent it, so everybody sees the
        questions for new clients; what a known client may not change stays as you have it.
      </Typography>
      <Typography variant="h2">About each pet</Typography>
      {list(QuestionSubject.PET)}
      <Add label="Ask something about the pet" disabled={fields.length >= MOST} onClick={() => append(newRow(QuestionSubject.PET))} />
      <Typography variant="h2">About the owner</Typography>
      {list(QuestionSubject.OWNER)}
      <Add label="Ask something about the owner" disabled={fields.length >= MOST} onClick={() => append(newRow(QuestionSubject.OWNER))} />
      <SaveBar label="Save questions" dirty={dirty} busy={busy} always />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

const Add = ({ label, disabled, onClick }: { label: string; disabled: boolean; onClick: () => void }) => (
  <Button startIcon={<Icon name="plus" />} disabled={disabled} onClick={onClick} sx={{ justifySelf: "start" }}>
    {label}
  </Button>
);

export default BookingQuestions;
