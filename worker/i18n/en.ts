import type { Texts } from "./texts.ts";

export const en: Texts = {
  language: "en",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Not open yet",
        lead: "Keep this page open. It goes on by itself.",
      },
      joining: {
        headline: "One moment",
        lead: "We are getting you a place in line.",
      },
      "in-draw": {
        headline: "You are in the draw",
        lead: "You need do nothing more. Keep this page open: it shows your place as soon as it is drawn.",
      },
      drawn: {
        headline: "Your place is drawn",
        lead: "Keep this page open. When the sale opens, it takes you in when it is your turn.",
      },
      waiting: {
        headline: "You are in line",
        lead: "Keep this page open. It moves by itself, and it takes you in when it is your turn.",
      },
      near: {
        headline: "You are nearly there",
        lead: "Stay on this page. Your turn comes in a few minutes at most.",
      },
      next: {
        headline: "You are next",
        lead: "Stay on this page. Your turn comes in a moment.",
      },
      "too-late": {
        headline: "Probably too late",
        lead: "There are probably not enough tickets left for everybody ahead of you. You can stay: if some come back, the line goes on in the same order.",
      },
      "your-turn": {
        headline: "It is your turn",
        lead: "The shop is ready for you.",
      },
      front: {
        headline: "You are at the front",
        lead: "We are letting you in as soon as the shop has room. Stay on this page.",
      },
      late: {
        headline: "You are back in time",
        lead: "We are letting you in as soon as the shop has room. Stay on this page: it is the last chance for this place.",
      },
      entering: {
        headline: "Taking you in",
        lead: "The shop opens in a moment.",
      },
      missed: {
        headline: "You missed your turn",
        lead: "You can still go in, once. Press the button and stay on this page until the shop opens.",
      },
      spent: {
        headline: "This place has lapsed",
        lead: "Its turn has passed, and so has the time to come back late. You can take a new place at the end of the line.",
      },
      ended: {
        headline: "Your visit has ended",
        lead: "Your time in the shop is over. To go in again, take a new place in line.",
      },
      stopped: {
        headline: "The line is paused",
        lead: "Nobody is being let in at the moment. Nobody's turn runs out meanwhile.",
      },
      sealed: {
        headline: "The shop is closed for the moment",
        lead: "The organiser has closed it to everybody.",
      },
      "sold-out": {
        headline: "Sold out",
        lead: "Everything is sold. If tickets come back, the line goes on in the same order.",
      },
      closed: {
        headline: "The sale is over",
        lead: "Nobody is being let in any more. You can close this page.",
      },
      admitted: {
        headline: "You are in",
        lead: "The shop is open to you.",
      },
      shared: {
        headline: "Your visit was opened elsewhere",
        lead: "It is for one person. If you go on here, it ends there.",
      },
      lost: {
        headline: "You are not in line",
        lead: "Your place was given up, or its cookie was removed from this browser. You can take a new place at the end of the line.",
      },
      left: {
        headline: "You have left the line",
        lead: "Your place has been given up. You can take a new one at the end of the line.",
      },
      full: {
        headline: "The line is full",
        lead: "Nobody can join at the moment.",
      },
      "no-cookies": {
        headline: "This browser keeps no cookies",
        lead: "Your place in line is kept in a cookie. Allow cookies for this site, then try again.",
      },
      challenge: {
        headline: "A short check",
        lead: "Your browser solves a small puzzle before it gets a place. That takes a few seconds, and you need do nothing.",
      },
      invite: {
        headline: "You need an invitation",
        lead: "Open the link of your invitation, or enter its code here.",
      },
      "wrong-identity": {
        headline: "This place belongs to somebody else",
        lead: "It was taken with another account or invitation. Use that one, or take a new place in line.",
      },
    },
    ahead: { one: "person ahead of you", other: "people ahead of you" },
    tabAhead: "({ahead}) ahead",
    place: "Your place",
    drawNumber: "Your draw number",
    opens: "The sale opens",
    untilJoin: "until the waiting room opens",
    untilDraw: "until the draw",
    untilOpen: "until the sale opens",
    drawFair: "Places are drawn by lot, so it makes no difference how early you come.",
    drawWaits: "The draw waits for a public random number that nobody could know before. It comes in a moment.",
    checkDraw: "Check the draw",
    wait: "Expected wait",
    waitUnknown: "not known yet",
    underAMinute: "under a minute",
    about: "about {duration}",
    upTo: "up to {duration}",
    pace: "Being let in",
    perMinute: { one: "{count} a minute", other: "{count} a minute" },
    updatedNow: "Updated just now",
    updated: "Updated {ago}",
    turnLeft: "{left} left",
    turnLeftUntil: "{left} left, until {time}",
    turnEnding: "Only seconds left",
    enter: "Go in now",
    enterAdmitted: "Go to the shop",
    newPlace: "Take a new place",
    takeOver: "Go on here",
    reload: "Try again",
    inviteCode: "Invitation code",
    inviteUse: "Use the code",
    inviteRefused: "This code can't be used: it is wrong, has expired or was used already.",
    alertSound: "Play a sound at my turn",
    alertNotify: "Notify me at my turn",
    messageLabel: "From the organiser",
    offline: "You seem to be offline. The page goes on by itself as soon as you are back.",
    unreachable: "We can't reach the waiting room at the moment and keep trying.",
    busy: "Too many requests come from your network.",
    sharedUntil: "Your visit was opened on too many networks. You can go on here in {duration}.",
    retryIn: "We try again in {duration}.",
    triesAgain: "This page tries again by itself.",
    placeKept: "Your place is kept.",
    noPlaceYet: "You have no place yet.",
    leave: "Leave the line",
    leaveQuestion: "You would give up place {position} for good. A new place is at the end of the line.",
    leaveConfirm: "Give up my place",
    reference: "Reference {reference}",
  },
  notices: {
    formNotSent: {
      headline: "The form was not sent",
      lead: "You have to wait before you can go on.",
    },
    notSent: "What you entered has not reached the shop.",
    paymentWarning:
      "If you were paying, the payment may have gone through all the same. Check your mail or your bank before you pay again.",
    originUnreachable: {
      headline: "The shop is not answering",
      lead: "You have not lost your visit: it is kept, and you don't have to queue again while it lasts.",
    },
    maybeSent: "If you were sending a form or paying, it may have gone through all the same. Check before you send it again.",
    errors: {
      "unknown-host": {
        headline: "Nothing is on sale here",
        lead: "This address leads to no shop. Check the address, or go back to where you came from.",
      },
      "ambiguous-path": {
        headline: "This address can't be read",
        lead: "It can mean more than one page. Go to the shop's start page and on from there.",
      },
      "session-rate": {
        headline: "This is more than one person can look at",
        lead: "Very many pages were asked for in your name at once. You keep your place inside; please wait a moment.",
      },
      "session-shared": {
        headline: "Your visit is open in several places",
        lead: "It is for one person, and it was used from several networks within minutes. Go on in one browser only, and wait a few minutes.",
      },
      shed: {
        headline: "The shop has more to do than it can",
        lead: "This page can wait a moment, so it does. You keep your place inside, and what you pay goes first.",
      },
      "room-unavailable": {
        headline: "The waiting room is not ready",
        lead: "This does not depend on you. If you have a place, it is kept.",
      },
      other: {
        headline: "This did not work",
        lead: "It does not depend on you. If you have a place in line, it is kept. Please try again in a moment.",
      },
    },
    startPage: "Go to the start page",
    backToForm: "Back to the form",
    code: "Code {code}",
  },
};
