import MuiLink from "@mui/material/Link";

const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/;

/** A text in which web addresses can be pressed. */
export const WithLinks = ({ text }: { text: string }) =>
  text.split(ADDRESS).map((part, index) =>
    // Every other part is what the pattern found.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that does not change.
      <MuiLink key={index} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </MuiLink>
    ) : (
      part
    ),
  );
