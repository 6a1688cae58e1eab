// Tables that can be sorted by their headings and filtered by a word. Everything is read from the
// table itself, so that it also works from a folder without a server.
(function () {
  "use strict";

  var FILTER_FROM = 10;
  var LONG_FROM = 20;
  var TEXT_FROM = 40;
  var words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  // A cell's value to sort by: a number where it reads as one ("1,234", "45.2%", "9/20", "< 0.001",
  // "[0.14, 0.92]" by its lower end).
  function value(row, column) {
    var cell = row.cells[column];
    var text = cell ? (cell.dataset.sort || cell.textContent).trim() : "";
    var found = /^[<>[(\s]*([-\u2212]?\d[\d,]*(?:\.\d+)?)(?:\s*\/\s*(\d[\d,]*))?/.exec(text);
    if (!found || /^\d{4}-\d{2}-\d{2}/.test(text)) return { text: text };
    var plain = function (digits) { return Number(digits.replace(/,/g, "").replace("\u2212", "-")); };
    return { text: text, number: found[2] ? plain(found[1]) / (plain(found[2]) || 1) : plain(found[1]) };
  }

  function isNumeric(rows, column) {
    var some = rows.map(function (row) { return value(row, column); });
    var numbers = some.filter(function (each) { return each.number !== undefined; }).length;
    return numbers > 0 && numbers * 2 >= some.filter(function (each) { return each.text; }).length;
  }

  // Rows without a number come last in either direction: nothing is not the least.
  function sortRows(body, rows, column, descending) {
    var numeric = isNumeric(rows, column);
    var keyed = rows.map(function (row, at) { return { row: row, at: at, key: value(row, column) }; });
    keyed.sort(function (a, b) {
      if (numeric) {
        var missing = (a.key.number === undefined) - (b.key.number === undefined);
        if (missing) return missing;
      }
      var order = numeric && a.key.number !== undefined
        ? a.key.number - b.key.number
        : words.compare(a.key.text, b.key.text);
      return (descending ? -order : order) || a.at - b.at;
    });
    keyed.forEach(function (each) { body.appendChild(each.row); });
  }

  function addSorting(table, body, rows) {
    var headings = Array.from(table.tHead.rows[table.tHead.rows.length - 1].cells);
    headings.forEach(function (heading, column) {
      if (!heading.textContent.trim()) return;
      var button = document.createElement("button");
      button.type = "button";
      button.className = "report-sort";
      // A heading that leads elsewhere keeps its link beside the button, never within it.
      if (heading.querySelector("a")) {
        button.setAttribute("aria-label", "Sort by " + heading.textContent.trim());
        button.classList.add("report-sort-alone");
      } else {
        button.append.apply(button, Array.from(heading.childNodes));
      }
      heading.appendChild(button);
      button.addEventListener("click", function () {
        var descending = heading.getAttribute("aria-sort") === "ascending";
        headings.forEach(function (other) { other.removeAttribute("aria-sort"); });
        heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
        sortRows(body, rows, column, descending);
      });
    });
  }

  function addFilter(place, rows) {
    var box = document.createElement("div");
    var label = document.createElement("label");
    var input = document.createElement("input");
    var count = document.createElement("output");
    box.className = "report-filter";
    input.type = "search";
    label.append("Filter rows", input);
    box.append(label, count);
    input.addEventListener("input", function () {
      var wanted = input.value.trim().toLowerCase();
      var shown = 0;
      rows.forEach(function (row) {
        row.hidden = wanted !== "" && row.textContent.toLowerCase().indexOf(wanted) < 0;
        if (!row.hidden) shown += 1;
      });
      count.textContent = wanted ? shown + " of " + rows.length + " rows" : "";
    });
    place.parentNode.insertBefore(box, place);
  }

  // The box around a table that scrolls, outside of the theme's own where that came first.
  function boxed(table) {
    var inside = table.closest(".md-typeset__scrollwrap") || table;
    var box = document.createElement("div");
    box.className = "report-table";
    inside.parentNode.insertBefore(box, inside);
    box.appendChild(inside);
    return box;
  }

  function enhance() {
    var labels = {};
    document.querySelectorAll(".md-typeset table:not([class])").forEach(function (table) {
      var body = table.tBodies[0];
      if (table.dataset.enhanced || !table.tHead || !body) return;
      table.dataset.enhanced = "yes";
      var rows = Array.from(body.rows);
      var box = boxed(table);
      // A box that scrolls must be reachable by keyboard, and say what it is.
      box.tabIndex = 0;
      box.setAttribute("role", "region");
      var heading = table.caption || closestHeading(box);
      var label = (heading ? heading + ": " : "") + "table";
      labels[label] = (labels[label] || 0) + 1;
      box.setAttribute("aria-label", labels[label] > 1 ? label + " " + labels[label] : label);
      // Figures and names stay on one line; only sentences are broken into lines.
      body.querySelectorAll("td").forEach(function (cell) {
        cell.classList.add(cell.textContent.length < TEXT_FROM ? "report-short" : "report-text");
      });
      if (rows.length >= LONG_FROM) box.classList.add("report-long");
      if (rows.length > 1) addSorting(table, body, rows);
      if (rows.length >= FILTER_FROM) addFilter(box, rows);
    });
  }

  function closestHeading(element) {
    for (var at = element; at; at = at.previousElementSibling || at.parentElement) {
      if (/^H[1-6]$/.test(at.tagName)) return at.firstChild ? at.firstChild.textContent.trim() : "";
    }
    return "";
  }

  // The theme gives its search the role of a dialog and no name; a reader by ear needs one.
  document.querySelectorAll(".md-search[role=dialog]").forEach(function (dialog) {
    dialog.setAttribute("aria-label", "Search");
  });
  // The search reads "^" as a weight and finds nothing for pass^k; for it, a "*" is any letters.
  document.querySelectorAll(".md-search__input").forEach(function (box) {
    var typed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    Object.defineProperty(box, "value", {
      get: function () { return typed.get.call(box).replace(/\^(?!\d)/g, "*"); },
      set: function (text) { typed.set.call(box, text); }
    });
  });
  // The dictionary of fields stood on the downloads page before it had one of its own.
  if (/\/downloads(\.html)?$/.test(location.pathname) && /^#(type|field)-/.test(location.hash)) {
    location.replace(location.pathname.replace(/downloads(\.html)?$/, "dictionary$1") + location.hash);
  }
  // An old version has two notices, which must be told apart by ear, too.
  document.querySelectorAll("[data-md-component=outdated] aside").forEach(function (notice) {
    notice.setAttribute("aria-label", "A newer version");
  });
  enhance();
  if (window.document$) window.document$.subscribe(enhance);
})();
