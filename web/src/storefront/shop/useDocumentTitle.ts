import { useEffect } from "react";
import { pageTitle } from "../../ui/page/title.ts";

/** The window's title of a document that has no other pages. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
};
