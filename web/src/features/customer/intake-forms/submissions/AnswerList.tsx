import { IntakeQuestionType as Type } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import type { IntakeSubmission } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import { askedOf, type Given } from "@leashline/proto/rules/intake-answers.ts";
import { labelIn, type Question } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { SignatureDrawing } from "../../shared/SignaturePad.tsx";
import { answersOf, answerText } from "./answer-text.ts";

/** Everything that was asked and answered in a form. */
export const AnswerList = ({ submission }: { submission: IntakeSubmission }) => {
  const { owner, pets } = answersOf(submission);
  const content = { title: "", welcome: "", thanks: "", agreementIds: [], sections: submission.sections };
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Part name={submission.name} questions={askedOf(content, owner, null)} given={owner} />
      {pets.map((pet, at) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: the pets of a form that was sent do not move
          key={at}
          name={submission.petNames[at] ?? `Pet ${at + 1}`}
          questions={askedOf(content, owner, pet)}
          given={pet}
        />
      ))}
    </Box>
  );
};

const Part = ({ name, questions, given }: { name: string; questions: readonly Question[]; given: Given }) => {
  const { weightUnit } = usePreferences();
  return (
    <Box component="section" aria-label={name}>
      <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
        {name}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: "grid", gap: 1 }}>
        {questions.map((question) => (
          <Box key={question.key}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {labelIn(question, weightUnit)}
            </Typography>
            <Box component="dd" sx={{ m: 0, whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
              <Value question={question} values={given[question.key] ?? []} />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
};

const Value = ({ question: { type }, values }: { question: Question; values: readonly string[] }) => {
  const format = useFormat();
  const [first = "", second = ""] = values;
  if (values.length === 0) return "—";
  if (type === Type.SIGNATURE)
    return (
      <>
        <SignatureDrawing path={first} />
        {second}
      </>
    );
  return type === Type.DATE ? format.day(first) : answerText(values);
};
