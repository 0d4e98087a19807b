import { IntakeQuestionType as Type } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import type { IntakeSubmission } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import { askedOf, fileName, type Given } from "@leashline/proto/rules/intake-answers.ts";
import { labelIn, type Question } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { SignatureDrawing } from "../../shared/SignaturePad.tsx";
import { answersOf, answerText } from "./answer-text.ts";

type Props = {
  submission: IntakeSubmission;
  /** Only answers that say this; every one where none does, because the form was found by a name. */
  keyword?: string;
};

/** Everything that was asked and answered in a form. */
export const AnswerList = ({ submission, keyword = "" }: Props) => {
  const { owner, pets } = answersOf(submission);
  const content = { title: "", welcome: "", thanks: "", agreementIds: [], sections: submission.sections };
  const parts = [
    { name: submission.name, questions: askedOf(content, owner, null), given: owner },
    ...pets.map((pet, at) => ({
      name: submission.petNames[at] ?? `Pet ${at + 1}`,
      questions: askedOf(content, owner, pet),
      given: pet,
    })),
  ];
  const saying = parts
    .map((part) => ({ ...part, questions: part.questions.filter(({ key }) => says(part.given[key], keyword)) }))
    .filter(({ questions }) => questions.length > 0);
  const shown = keyword !== "" && saying.length > 0 ? saying : parts;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {shown.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pets of a form that was sent do not move
        <Part key={at} {...part} />
      ))}
    </Box>
  );
};

const says = (values: readonly string[] = [], keyword: string): boolean =>
  values.some((value) => value.toLowerCase().includes(keyword.toLowerCase()));

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
  if (type === Type.FILE) return <Files paths={values} />;
  if (type === Type.PHONE) return format.phone(first);
  return type === Type.DATE ? format.day(first) : answerText(values);
};

const Files = ({ paths }: { paths: readonly string[] }) =>
  paths.map((path) => (
    <Box key={path}>
      <Link href={addressOf(path)} target="_blank" rel="noreferrer">
        {isPhoto(path) ? <Box component="img" src={addressOf(path)} alt={fileName(path)} loading="lazy" sx={photo} /> : fileName(path)}
      </Link>
    </Box>
  ));

const addressOf = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
const isPhoto = (path: string): boolean => /[.](jpe?g|png|webp|gif)$/i.test(path);
const photo = { width: 120, height: 120, objectFit: "cover", borderRadius: 1, display: "block" } as const;
