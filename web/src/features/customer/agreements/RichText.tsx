import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import FormHelperText from "@mui/material/FormHelperText";
import ToggleButton from "@mui/material/ToggleButton";
import Typography from "@mui/material/Typography";
import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";

type Placeholder = { name: string; meaning: string };
type Props = {
  label: string;
  value: string;
  placeholders: readonly Placeholder[];
  disabled: boolean;
  error: string | undefined;
  onChange: (html: string) => void;
};

type Act = { label: string; sign: string; on: (editor: Editor) => boolean; run: (editor: Editor) => void };
const heading = (level: 2 | 3, sign: string): Act => ({
  label: `Heading ${level - 1}`,
  sign,
  on: (editor) => editor.isActive("heading", { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});
const acts: readonly Act[] = [
  { label: "Bold", sign: "B", on: (one) => one.isActive("bold"), run: (one) => one.chain().focus().toggleBold().run() },
  { label: "Italic", sign: "I", on: (one) => one.isActive("italic"), run: (one) => one.chain().focus().toggleItalic().run() },
  { label: "Underline", sign: "U", on: (one) => one.isActive("underline"), run: (one) => one.chain().focus().toggleUnderline().run() },
  heading(2, "H1"),
  heading(3, "H2"),
  { label: "Bullets", sign: "•", on: (one) => one.isActive("bulletList"), run: (one) => one.chain().focus().toggleBulletList().run() },
  { label: "Numbers", sign: "1.", on: (one) => one.isActive("orderedList"), run: (one) => one.chain().focus().toggleOrderedList().run() },
  { label: "Quote", sign: "“", on: (one) => one.isActive("blockquote"), run: (one) => one.chain().focus().toggleBlockquote().run() },
];

/** A text with headings, lists and emphasis, and the placeholders that are filled in for each client. */
export const RichText = ({ label, value, placeholders, disabled, error, onChange }: Props) => {
  const editor = useEditor({
    extensions: [StarterKit.configure({ code: false, codeBlock: false, heading: { levels: [2, 3] }, link: { openOnClick: false } })],
    content: value,
    editable: !disabled,
    editorProps: { attributes: { "aria-label": label, role: "textbox", "aria-multiline": "true" } },
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? "" : now.getHTML()),
  });
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => acts.filter((act) => act.on(now)).map((act) => act.label),
  });
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <Box sx={{ border: 1, borderColor: error ? "error.main" : "line", borderRadius: 1.5, overflow: "hidden" }}>
        <Box role="toolbar" aria-label="Format" sx={{ display: "flex", flexWrap: "wrap", borderBottom: 1, borderColor: "lineSoft" }}>
          {acts.map((act) => (
            <ToggleButton
              key={act.label}
              value={act.label}
              size="small"
              disabled={disabled}
              selected={active.includes(act.label)}
              aria-label={act.label}
              title={act.label}
              onClick={() => act.run(editor)}
              sx={{ border: 0, minWidth: 40, fontWeight: 700 }}
            >
              {act.sign}
            </ToggleButton>
          ))}
        </Box>
        <Box
          component={EditorContent}
          editor={editor}
          sx={{ "& .tiptap": { outline: "none", minHeight: 220, maxHeight: "50vh", overflowY: "auto", px: 1.5, py: 1 }, "& p": { my: 1 } }}
        />
      </Box>
      {error && <FormHelperText error>{error}</FormHelperText>}
      <Box role="group" aria-label="Placeholders" sx={{ display: "flex", flexWrap: "wrap", gap: 0.5, mt: 1 }}>
        {placeholders.map(({ name, meaning }) => (
          <Chip
            key={name}
            size="small"
            label={name}
            title={meaning}
            disabled={disabled}
            onClick={() => editor.chain().focus().insertContent(name).run()}
          />
        ))}
      </Box>
    </Box>
  );
};
